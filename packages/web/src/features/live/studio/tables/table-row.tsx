import { readPrice } from '@kaimai/contract/common/money.ts'
import { readTimecode } from '@kaimai/contract/comment-mod/timecode.rules.ts'
import { IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon16 } from '../../../../ui/icon-props.ts'
import { useStudio } from '../editor-context.ts'
import { patchClip, removeClips } from '../model/edit.ts'
import type { PlainClip } from '../model/plain-fields.ts'
import { type Clip, fitListed, type ListedProduct } from '../model/studio-doc.ts'
import { showTenths } from '../model/view.ts'
import { CellInput } from './cell-input.tsx'
import { plainCells, wholeBetween } from './plain-cells.tsx'
import css from './tables.module.css'

export type Row = Clip | ListedProduct

/** In px; all rows are as high, so that only those seen need drawing. */
export const rowHeight = 40

const secondsMs = (text: string): number | undefined => {
  const seconds = readTimecode(text)
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}
const orNone = (text: string): number | null | undefined => (text.trim() === '' ? null : secondsMs(text))
const same = (text: string): string => text

const priceOf = (text: string): number | null | undefined => (text.trim() === '' ? null : readPrice(text))

/** One row of a track's table; a change of another row doesn't draw it again. */
export const TableRow = memo(({ row, index, names }: { row: Row; index: number; names: string }) => {
  const t = useText('live')
  const f = useFormat()
  const { editor, known, people, problems, readOnly } = useStudio()
  const found = problems.get(row.key) ?? []
  const isFaulty = found.some(({ isFieldError }) => isFieldError)
  const patch = (change: Parameters<typeof patchClip>[2]) =>
    editor.edit(patchClip(editor.doc(), row.key, change, editor.lengthMs()), 'change')
  const shared = { disabled: readOnly }
  const label = (column: string) => t('studio.tables.cell', { column: t(`studio.column.${column}`), row: index + 1 })
  const time = (column: 'at' | 'start', atMs: number) => (
    <CellInput
      {...shared}
      column={column}
      label={label(column)}
      value={atMs}
      show={showTenths}
      read={secondsMs}
      onGive={(ms) => patch({ atMs: ms })}
    />
  )
  const end = (endMs: number | null) => (
    <CellInput
      {...shared}
      column="end"
      label={label('end')}
      value={endMs}
      show={(ms) => (ms === null ? '' : showTenths(ms))}
      read={orNone}
      placeholder={t('studio.field.openEnd')}
      onGive={(ms) => patch({ endMs: ms })}
    />
  )
  const name = (column: 'userName' | 'buyer', value: string) => (
    <CellInput
      {...shared}
      column={column}
      label={label(column)}
      value={value}
      show={same}
      read={same}
      max={40}
      list={names}
      invalid={value.trim() === ''}
      onGive={(userName) => {
        const person = row.track === 'comment' ? people.find((each) => each.name === userName) : undefined
        patch(person ? { userName, userImgId: person.userImgId, userImgUrl: person.userImgUrl } : { userName })
      }}
    />
  )
  const plain = (clip: PlainClip) => plainCells(clip, { ...shared, labelOf: label, found, onChange: patch })
  const productName = (id: string) =>
    [known.get(id)?.keyword ?? '', known.get(id)?.productName ?? t('studio.word.unknownProduct')]
      .filter(Boolean)
      .join(' ')

  const cells = () => {
    switch (row.track) {
      case 'comment':
        return [
          time('at', row.atMs),
          name('userName', row.userName),
          <CellInput
            key="text"
            {...shared}
            column="commentText"
            label={label('commentText')}
            value={row.commentText}
            show={same}
            read={same}
            max={300}
            invalid={row.commentText.trim() === ''}
            onGive={(commentText) => patch({ commentText })}
          />,
        ]
      case 'listed':
      case 'product': {
        const product = row.track === 'listed' ? row.product : row
        const isListed = row.track === 'listed'
        const change = (changes: { livePrice?: number | null; showLeft?: boolean }) =>
          isListed ? editor.edit(fitListed(editor.doc(), row, changes), 'change') : patch(changes)
        return [
          isListed ? (
            <CellInput
              key="start"
              {...shared}
              column="start"
              label={label('start')}
              value={null}
              show={() => ''}
              read={orNone}
              placeholder={t('studio.tables.listOnly')}
              onGive={(ms) => ms !== null && editor.edit(fitListed(editor.doc(), row, { atMs: ms }), 'change')}
            />
          ) : (
            time('start', row.atMs)
          ),
          isListed ? (
            <span key="end" className={css.none}>
              —
            </span>
          ) : (
            end(row.endMs)
          ),
          <span key="product" className={css.text}>
            {productName(product.productId)}
          </span>,
          <CellInput
            key="price"
            {...shared}
            column="livePrice"
            label={label('livePrice')}
            value={product.livePrice ?? null}
            show={(price) => (price === null ? '' : f.amount(price))}
            read={priceOf}
            align="right"
            placeholder={
              known.has(product.productId)
                ? f.amount(known.get(product.productId)?.specialOfferPrice ?? known.get(product.productId)?.price ?? 0)
                : undefined
            }
            onGive={(livePrice) => change({ livePrice })}
          />,
          <label key="left" className={css.check}>
            <input
              type="checkbox"
              aria-label={label('showLeft')}
              checked={product.showLeft ?? true}
              disabled={readOnly}
              onChange={(event) => change({ showLeft: event.currentTarget.checked })}
            />
          </label>,
        ]
      }
      case 'fakeTicket': {
        const ids = new Set([
          row.productId,
          ...editor.doc().product.map((each) => (each.track === 'listed' ? each.product.productId : each.productId)),
        ])
        return [
          time('at', row.atMs),
          name('buyer', row.userName),
          <select
            key="product"
            className={css.cell}
            data-column="product"
            aria-label={label('product')}
            value={row.productId}
            disabled={readOnly}
            onChange={(event) => patch({ productId: event.currentTarget.value })}
          >
            {[...ids].map((id) => (
              <option key={id} value={id}>
                {productName(id)}
              </option>
            ))}
          </select>,
          <CellInput
            key="quantity"
            {...shared}
            column="quantity"
            label={label('quantity')}
            value={row.quantity}
            show={String}
            read={wholeBetween(1, 99)}
            align="right"
            onGive={(quantity) => patch({ quantity })}
          />,
        ]
      }
      case 'callToAction':
        return [time('start', row.atMs), end(row.endMs), ...plain(row)]
      case 'poll':
      case 'giveaway':
      case 'hearts':
      case 'audience':
        return [time('at', row.atMs), ...plain(row)]
    }
  }
  return (
    <div
      className={css.row}
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-faulty={isFaulty || undefined}
      style={{ transform: `translateY(${index * rowHeight}px)` }}
    >
      {cells().map((cell, at) => (
        <span key={at} role="cell">
          {cell}
        </span>
      ))}
      <span role="cell">
        {!readOnly && (
          <button
            type="button"
            className={css.remove}
            aria-label={t('studio.tables.remove', { row: index + 1 })}
            onClick={() => editor.edit(removeClips(editor.doc(), new Set([row.key])), 'remove')}
          >
            <IconTrash {...icon16} />
          </button>
        )}
      </span>
    </div>
  )
})
