import { minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { Embedder } from '#platform/llm/embeddings.ts'
import { findVectorModel, type VectorModel, upsertVectorModel } from './storeVectors.ts'
import { similarityOf } from './vectors.ts'

/** Sample queries, each with a passage that expresses it in other words. Each passage is unrelated to the other queries. */
const SAMPLES: readonly (readonly [query: string, passage: string])[] = [
  [
    'repair of the car',
    'The automobile is still at the garage. The mechanic said the brakes have to be replaced before we drive it again.',
  ],
  [
    'heating costs',
    'So the radiators were on all winter and the gas bill is twice what it was. We should lower the temperature at night.',
  ],
  [
    'hiring a new colleague',
    'We had three interviews on Monday. The second candidate was the best one and could start work in our team in May.',
  ],
  [
    'Urlaub am Meer',
    'Im August fahren wir für zwei Wochen an die Ostsee. Die Ferienwohnung ist gebucht, und die Kinder wollen jeden Tag baden.',
  ],
  [
    'problème de dos',
    'La patiente a mal aux lombaires depuis un mois. Le médecin lui conseille de la kinésithérapie et moins de temps assise.',
  ],
  [
    'precio del alquiler',
    'El piso nos cuesta mil euros al mes, y el dueño quiere subirlo a partir de enero. Habrá que buscar otra vivienda.',
  ],
  [
    'cena con gli amici',
    'Sabato vengono tutti da noi. Io preparo la pasta e il dolce, e Marco porta il vino. Cominciamo a mangiare verso le otto.',
  ],
  [
    'aula de música',
    'A professora de piano vem às quintas. Ele já toca duas peças e tem de praticar todos os dias antes do concerto.',
  ],
  ['雨の日の予定', '明日は天気が悪くて傘が要りそうだから、ピクニックはやめて、みんなで美術館に行くことにしましょう。'],
  ['시험 준비', '다음 주에 수학 중간고사가 있어서 매일 저녁 도서관에서 문제를 풀고 있어요. 선생님께 모르는 것도 여쭤 봤어요.'],
  ['公司搬家', '我们的办公室下个月就要换到新的地址了，家具和电脑由搬运工人周末送过去，大家星期一直接去那边上班。'],
]
/** Queries without a related passage. */
const NONSENSE = ['asdf qwer zxcv', 'lorem blorb quizzle']
/** Accepted share of unrelated pairs that count as similar. */
const MISTAKEN = 0.02

const TIMEOUT = minutes(2)

/**
 * Returns a model with its dimensions. On first use, and when the dimensions of a model name change, measures above which
 * similarity texts count as related: models differ so much that no single threshold fits two of them.
 */
export async function measureModel(ctx: AppContext, embedder: Embedder, signal: AbortSignal): Promise<VectorModel> {
  const options = { signal, timeout: TIMEOUT }
  const known = await findVectorModel(ctx, embedder.id)
  const [probe] = known ? await embedder.embed(NONSENSE.slice(0, 1), { purpose: 'query', ...options }) : []
  if (known && probe?.length === known.dimensions) return known
  const queries = await embedder.embed([...SAMPLES.map(([text]) => text), ...NONSENSE], { purpose: 'query', ...options })
  const passages = await embedder.embed(
    SAMPLES.map(([, text]) => text),
    { purpose: 'passage', ...options },
  )
  const dimensions = passages[0]?.length ?? 0
  const row = { model: embedder.id, dimensions, min_similarity: chooseMinimum(queries, passages) }
  await upsertVectorModel(ctx, row)
  return row
}

/** Returns a threshold that almost no unrelated pair reaches: at least halfway between unrelated and related pairs. */
function chooseMinimum(queries: readonly Float32Array[], passages: readonly Float32Array[]): number {
  const pairs = queries.flatMap((query, n) =>
    passages.map((passage, m) => ({ isRelated: n === m, similarity: similarityOf(query, passage) })),
  )
  const sorted = (isRelated: boolean) =>
    pairs.flatMap((pair) => (pair.isRelated === isRelated ? pair.similarity : [])).toSorted((a, b) => a - b)
  const [related, unrelated] = [sorted(true), sorted(false)]
  const at = (values: readonly number[], share: number) => values[Math.floor((values.length - 1) * share)] ?? 1
  return Math.max(at(unrelated, 1 - MISTAKEN), (at(unrelated, 0.5) + at(related, 0.5)) / 2)
}
