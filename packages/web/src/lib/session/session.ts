import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import type { FirmInfo, Profile, UserInfo } from '@kaimai/contract/auth/auth.schema.ts'
import type { BombmyAuthority } from '@kaimai/contract/common/access.ts'
import { errorTable } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import type { invitationRoutes } from '@kaimai/contract/member/member.routes.ts'
import { type Clock, sleep } from '../clock/clock.ts'
import { errorOfAnswer } from '../http/call-error.ts'
import type { Call, CallOptions, StaffHeaders } from '../http/http.ts'
import { createStore } from '../store/store.ts'
import {
  clearConsoleKeys,
  type KeyValues,
  readDeviceId,
  readStoredAuth,
  type StoredAuth,
  writeDeviceId,
  writeStoredAuth,
} from './stored-auth.ts'

export type SessionUser = Omit<UserInfo, 'token' | 'authorizationToken'>

export type SessionState =
  | { readonly status: 'starting' }
  /** `failedAuth`: a screen that needs a login sends to the login page. */
  | { readonly status: 'out'; readonly failedAuth: boolean }
  | {
      readonly status: 'in'
      readonly firmInfo: FirmInfo
      readonly userInfo: SessionUser
      readonly authority: BombmyAuthority
      readonly platformAuthority: Profile['platformAuthority']
    }

/** What the tab that renewed the login sends the others. */
export interface Renewal {
  readonly auth: StoredAuth
  readonly bearer: string
}

export interface SessionDeps {
  readonly call: Call
  readonly clock: Clock
  /** Storages of the console; the first holds the login. */
  readonly storages: readonly [KeyValues, ...KeyValues[]]
  /** One holder at a time over all tabs (Web Locks). */
  readonly exclusive: <T>(run: () => Promise<T>) => Promise<T>
  readonly tabs: {
    readonly notify: (renewal: Renewal) => void
    readonly listen: (heard: (renewal: Renewal) => void) => void
  }
  readonly newDeviceId: () => string
  readonly language: () => Language
  /** Reloads the page; the message is shown after that. */
  readonly reload: (message?: string) => void
}

export type StartOutcome = { readonly kind: 'in' | 'stay' } | { readonly kind: 'toLogin'; readonly message?: string }

export type NewMember = Omit<Exclude<Sent<typeof invitationRoutes.accept>['body'], FormData>, 'deviceId'>
export type NewMerchant = Omit<Exclude<Sent<typeof authRoutes.register>['body'], FormData>, 'deviceId'>

export interface Session {
  readonly state: { get(): SessionState; subscribe(listener: () => void): () => void }
  /** Spec section 4, for the kind of route that the page was opened on. */
  start(access: 'auth' | 'public'): Promise<StartOutcome>
  login(body: { account: string; password: string }): Promise<void>
  register(body: NewMerchant): Promise<void>
  /** Joins a firm by an invitation; a member logged in here before is logged out. */
  accept(body: NewMember): Promise<void>
  /** Fetches the profile again, after a change of the firm's or the member's data. */
  refresh(): Promise<void>
  /** Gets a new bearer unless another call or tab has got one since `usedBearer`. Throws CallError. */
  renew(usedBearer: string | undefined): Promise<void>
  staff(): StaffHeaders | undefined
  /** Ends the login at the server (as far as it can be reached), clears the console's keys, reloads. */
  logout(): Promise<void>
  /** The same without a call: the server ended the login itself, or another tab has logged out. */
  drop(message?: string): void
}

/** How long another tab's news of a renewal may take, in ms. */
const newsWaitMs = 300
/** How long a logout waits for the server, in ms. */
const signOutWaitMs = 3000

export const createSession = (deps: SessionDeps): Session => {
  const { call, clock, storages, exclusive, tabs } = deps
  const storage = storages[0]
  const state = createStore<SessionState>({ status: 'starting' })
  let bearer: string | undefined
  /** The login as this tab last saw it. */
  let known: StoredAuth | undefined
  let renewing: Promise<void> | undefined
  let dropped = false

  const clear = () => {
    bearer = undefined
    known = undefined
    for (const each of storages) clearConsoleKeys(each)
  }

  const adopt = (profile: Profile, csrf: string | null): void => {
    const { token, authorizationToken, ...userInfo } = profile.userInfo
    known = {
      token: token || known?.token || '',
      firmId: profile.firmInfo.firmId,
      userId: userInfo.userId,
      deviceId: profile.deviceId,
      csrf: csrf || known?.csrf || '',
    }
    bearer = authorizationToken
    writeStoredAuth(storage, known)
    writeDeviceId(storage, known.deviceId)
    tabs.notify({ auth: known, bearer })
    state.set({
      status: 'in',
      firmInfo: profile.firmInfo,
      userInfo,
      authority: profile.bombmyAuthority,
      platformAuthority: profile.platformAuthority,
    })
  }

  /** Runs one of the calls that answer a profile and takes over what it says. */
  const adoptFrom = async (ask: (options: CallOptions) => Promise<Profile>): Promise<void> => {
    let csrf: string | null = null
    const profile = await ask({
      quiet: true,
      readHeaders: (headers) => {
        csrf = headers.get('x-csrf-token')
      },
    })
    adopt(profile, csrf)
  }

  const keysOf = ({ token, firmId, userId, deviceId }: StoredAuth) => ({ token, firmId, userId, deviceId })

  const fetchProfile = () =>
    exclusive(async () => {
      known = readStoredAuth(storage)
      if (!known) throw errorOfAnswer(401, { error: { code: errorTable.signedOut.code } }, deps.language())
      const { token: renewalToken, ...query } = keysOf(known)
      await adoptFrom((options) => call(authRoutes.profile, { query }, { ...options, renewalToken }))
    })

  const renewOnce = (usedBearer: string | undefined) =>
    exclusive(async () => {
      const isRenewed = () => bearer !== undefined && bearer !== usedBearer
      const stored = readStoredAuth(storage)
      if (!stored) throw errorOfAnswer(401, { error: { code: errorTable.signedOut.code } }, deps.language())
      if (stored.token !== known?.token && !isRenewed()) await sleep(clock, newsWaitMs)
      if (isRenewed()) return
      known = readStoredAuth(storage) ?? stored
      const body = keysOf(known)
      await adoptFrom((options) => call(authRoutes.autoLogin, { body }, options))
    })

  const deviceId = () => readStoredAuth(storage)?.deviceId ?? readDeviceId(storage) ?? deps.newDeviceId()

  const drop = (message?: string) => {
    if (dropped) return
    dropped = true
    clear()
    state.set({ status: 'out', failedAuth: true })
    deps.reload(message)
  }

  tabs.listen((renewal) => {
    if (!known || renewal.auth.userId !== known.userId || renewal.auth.firmId !== known.firmId) return
    known = renewal.auth
    bearer = renewal.bearer
  })

  return {
    state,
    start: async (access) => {
      if (!readStoredAuth(storage)) {
        if (access === 'auth') clear()
        state.set({ status: 'out', failedAuth: access === 'auth' })
        return { kind: access === 'auth' ? 'toLogin' : 'stay' }
      }
      try {
        await fetchProfile()
        return { kind: 'in' }
      } catch (error) {
        bearer = undefined
        state.set({ status: 'out', failedAuth: access === 'auth' })
        if (access === 'public') return { kind: 'stay' }
        clear()
        return { kind: 'toLogin', message: error instanceof Error ? error.message : String(error) }
      }
    },
    login: ({ account, password }) =>
      adoptFrom((options) => call(authRoutes.login, { body: { account, password, deviceId: deviceId() } }, options)),
    register: (body) =>
      adoptFrom((options) => call(authRoutes.register, { body: { ...body, deviceId: deviceId() } }, options)),
    accept: (body) =>
      adoptFrom(async (options) => {
        // Nobody but who was just invited needs these calls and their schemas.
        const { invitationRoutes: invitations } = await import('@kaimai/contract/member/member.routes.ts')
        return call(invitations.accept, { body: { ...body, deviceId: deps.newDeviceId() } }, options)
      }),
    refresh: fetchProfile,
    renew: async (usedBearer) => {
      renewing ??= renewOnce(usedBearer).finally(() => {
        renewing = undefined
      })
      await renewing
    },
    staff: () =>
      known && bearer !== undefined
        ? { bearer, csrf: known.csrf, firmId: known.firmId, userId: known.userId }
        : undefined,
    logout: async () => {
      if (known) {
        const { firmId, userId, deviceId } = known
        const reported = call(authRoutes.signOut, { query: { firmId, userId, deviceId } }, { quiet: true }).catch(
          () => ({}),
        )
        await Promise.race([reported, sleep(clock, signOutWaitMs)])
      }
      drop()
    },
    drop,
  }
}
