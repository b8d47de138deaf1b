import type { AskAnswer, AskCitation } from '../contract.ts'

/** What identifies a citation of an answer. */
export const citationKey = ({ file_id, segment_id, start_ms }: AskCitation): string => `${file_id} ${segment_id} ${start_ms}`

/** Returns the citations of an answer in its order, each place once. */
export const citationsOf = ({ sentences }: Pick<AskAnswer, 'sentences'>): AskCitation[] => [
  ...new Map(
    sentences.flatMap(({ citations }) => citations.map((citation) => [citationKey(citation), citation] as const)),
  ).values(),
]

/** Returns the recordings that an answer cites, in its order. */
export const citedRecordings = (answer: Pick<AskAnswer, 'sentences'>): string[] => [
  ...new Set(citationsOf(answer).map(({ file_id }) => file_id)),
]
