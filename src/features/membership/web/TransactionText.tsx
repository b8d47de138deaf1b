import { Link } from '@tanstack/react-router'
import { TEXT_LINK_CLASS } from '#ui/link/textLinkClass.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Transaction } from '../contract.ts'
import { useMinutesText } from './usage/usageTexts.ts'

/**
 * What changed the minutes, and by how much. The name of the recording is a link while the recording exists; in a dialog, which a
 * link would leave open, `isLinked` is false.
 */
export function TransactionText({ transaction, isLinked = true }: { transaction: Transaction; isLinked?: boolean }) {
  const t = useTranslations('membership')
  const formatMinutes = useMinutesText()
  const { kind, file_id, file_name } = transaction
  const length = formatMinutes(Math.abs(transaction.seconds), kind === 'grant' ? 'left' : 'used')
  if (kind !== 'use' || file_name === null) return t(`history_${kind}`, { length })
  const [before, after] = t('history_use_named', { length, name: NAME }).split(NAME)
  const name = <bdi>{file_name}</bdi>
  return (
    <>
      {before}
      {isLinked && file_id !== null ? (
        <Link to="/file/$id" params={{ id: file_id }} className={TEXT_LINK_CLASS}>
          {name}
        </Link>
      ) : (
        name
      )}
      {after}
    </>
  )
}

/** A placeholder, because each language puts the name at another place in the sentence. */
const NAME = '[[name]]'
