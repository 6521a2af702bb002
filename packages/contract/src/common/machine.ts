/**
 * A life-cycle as data: what leads from which state to which. The server refuses what the table does not hold, the
 * screen makes its buttons from the same table.
 */
export interface Machine<State extends string, Move extends string> {
  readonly initial: State
  readonly moves: Readonly<Record<Move, { readonly from: readonly State[]; readonly to: State }>>
  readonly states: readonly State[]
}

export const defineMachine = <State extends string, Move extends string>(
  machine: Machine<State, Move>,
): Machine<State, Move> => machine

export const canMove = <S extends string, M extends string>(machine: Machine<S, M>, state: S, move: M): boolean =>
  machine.moves[move].from.includes(state)

/** The state after the move, or undefined when the move is not allowed from `state`. */
export const after = <S extends string, M extends string>(machine: Machine<S, M>, state: S, move: M): S | undefined =>
  canMove(machine, state, move) ? machine.moves[move].to : undefined

export const movesFrom = <S extends string, M extends string>(machine: Machine<S, M>, state: S): M[] =>
  (Object.keys(machine.moves) as M[]).filter((move) => canMove(machine, state, move))

/** States that no sequence of moves reaches: must be empty (tested for every machine). */
export const unreachable = <S extends string, M extends string>(machine: Machine<S, M>): S[] => {
  const seen = new Set<S>([machine.initial])
  const queue: S[] = [machine.initial]
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    for (const move of movesFrom(machine, state)) {
      const to = machine.moves[move].to
      if (!seen.has(to)) {
        seen.add(to)
        queue.push(to)
      }
    }
  }
  return machine.states.filter((state) => !seen.has(state))
}
