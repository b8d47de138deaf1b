import { newId } from '#shared/newId.ts'
import { cleanName } from '#shared/normalizeText.ts'
import { lockFileForShare, readFiles, requireFile } from '#features/files/server.ts'
import { hasRight } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { type AskProgress, type AskScope, type AskTopic, MAX_ANSWERS, MAX_THREADS } from '../contract.ts'
import { type AnswerResult, answerQuestion } from './answerQuestion.ts'
import type { EarlierAnswer } from './answering/prompts.ts'
import { type Question, readQuestion } from './question/readQuestion.ts'
import { type ReadSources, readSources } from './sources/readSources.ts'
import { describeSources } from './sources/Sources.ts'
import {
  type AnswerKey,
  type AnswerRecord,
  insertAnswer,
  listAnswers,
  listSentences,
  replaceSentences,
  type StoredSentence,
  updateAnswer,
} from './storeAnswers.ts'
import { countThreads, findThread, insertThread, type ThreadRecord, updateThread } from './storeThreads.ts'
import { readSpeakers } from './answerNames.ts'
import { toAnswer, toStored, toThread } from './wire.ts'

export type AskInput = {
  readonly question: string
  readonly threadId: string | null
  readonly fileId: string | null
  readonly scope: AskScope | null
  readonly topic: AskTopic | null
  readonly language: string
}

export type AskOptions = {
  /** Aborts the request to the language model; the sentences so far are kept. */
  readonly signal: AbortSignal
  /** Called when the question is stored, and while the answer is streaming. */
  readonly onProgress: (progress: AskProgress) => void
}

export type AskRefusal = { readonly refused: 'notIncluded' | 'nothingToRead' | 'tooManyAnswers' | 'tooManyThreads' }

const EVERYTHING: AskScope = { file_ids: [], folder_ids: [], speakers: [] }
const MAX_TITLE = 80
/** Number of earlier answers included with a follow-up question. */
const EARLIER_ANSWERS = 3

/** Asks a question in a new or an existing thread, and stores it with the answer. Rejects with NotFound. */
export async function askQuestion(
  ctx: AppContext,
  userId: string,
  input: AskInput,
  options: AskOptions,
): Promise<AskProgress | AskRefusal> {
  if (!(await hasRight(ctx, userId, 'ask_ai'))) return { refused: 'notIncluded' }
  const thread = input.threadId === null ? null : await requireThread(ctx, userId, input.threadId)
  const fileId = thread ? thread.file_id : input.fileId
  const scope = await toScope(ctx, userId, fileId, input.scope)
  const before = thread ? await readEarlier(ctx, thread) : []
  if (before.length >= MAX_ANSWERS) return { refused: 'tooManyAnswers' }
  if (!thread && (await countThreads(ctx, userId)) >= MAX_THREADS) return { refused: 'tooManyThreads' }
  const { language, topic } = input
  const question = readQuestion({
    text: input.question.trim(),
    fallback: language,
    topic,
    earlier: before.map((each) => each.question),
  })
  const read = await readSources(ctx, userId, question, { scope, signal: options.signal })
  if (!read) return { refused: 'nothingToRead' }
  const now = ctx.clock.now()
  const owner = thread ?? newThread(userId, fileId, toTitle(question.text), now)
  const answer: AnswerRecord = {
    user_id: userId,
    thread_id: owner.thread_id,
    answer_id: newId(now),
    question: question.text,
    topic,
    scope,
    language,
    state: 'writing',
    engine: null,
    no_model: null,
    missing: null,
    left_out: 0,
    made_at: now,
    failed_model: null,
    model_failure: null,
    sources: describeSources(read.sources),
    speakers: {},
  }
  const changed = await ctx.transaction(async (tx) => {
    if (!thread) await insertThread(tx, owner)
    await insertAnswer(tx, answer)
    return thread ? await updateThread(tx, userId, owner.thread_id, { changed_at: now }) : owner
  })
  return await writeAndStore(
    ctx,
    { thread: changed ?? owner, answer, question, read, earlier: before.slice(-EARLIER_ANSWERS) },
    options,
  )
}

const newThread = (userId: string, fileId: string | null, title: string, now: Date): ThreadRecord => ({
  user_id: userId,
  thread_id: newId(now),
  file_id: fileId,
  title,
  made_at: now,
  changed_at: now,
  removed_at: null,
})

/** Answers a question of a thread again, replacing its answer. Rejects with NotFound. */
export async function retryAnswer(
  ctx: AppContext,
  userId: string,
  { threadId, answerId }: { threadId: string; answerId: string },
  options: AskOptions,
): Promise<AskProgress | { refused: 'notIncluded' | 'nothingToRead' }> {
  const thread = await requireThread(ctx, userId, threadId)
  const answers = await listAnswers(ctx, userId, threadId)
  const index = answers.findIndex(({ answer_id }) => answer_id === answerId)
  const answer = answers[index]
  if (!answer) throw new NotFound()
  if (!(await hasRight(ctx, userId, 'ask_ai'))) return { refused: 'notIncluded' }
  const before = (await readEarlier(ctx, thread)).slice(0, index)
  const earlier = before.map((each) => each.question)
  const question = readQuestion({ text: answer.question, fallback: answer.language, topic: answer.topic, earlier })
  const read = await readSources(ctx, userId, question, { scope: answer.scope, signal: options.signal })
  if (!read) return { refused: 'nothingToRead' }
  const emptied: AnswerRecord = {
    ...answer,
    state: 'writing',
    missing: null,
    left_out: 0,
    sources: describeSources(read.sources),
  }
  await ctx.transaction(async (tx) => {
    await updateAnswer(tx, answer, { state: 'writing', missing: null, left_out: 0 })
    await replaceSentences(tx, answer, [])
  })
  return await writeAndStore(ctx, { thread, answer: emptied, question, read, earlier: before.slice(-EARLIER_ANSWERS) }, options)
}

async function requireThread(ctx: AppContext, userId: string, threadId: string): Promise<ThreadRecord> {
  const thread = await findThread(ctx, userId, threadId)
  if (!thread) throw new NotFound()
  return thread
}

/**
 * Returns the scope of a question: the recording of its thread, or the chosen one. Rejects with NotFound for another user's
 * recording.
 */
async function toScope(ctx: AppContext, userId: string, fileId: string | null, scope: AskScope | null): Promise<AskScope> {
  if (fileId !== null) {
    await requireFile(ctx, userId, fileId)
    return { ...EVERYTHING, speakers: scope?.speakers ?? [], file_ids: [fileId] }
  }
  const ids = [...new Set(scope?.file_ids ?? [])]
  if ((await readFiles(ctx, userId, ids)).length < ids.length) throw new NotFound()
  return scope ?? EVERYTHING
}

const toTitle = (question: string): string => {
  const title = cleanName(question)
  const characters = [...title]
  if (characters.length <= MAX_TITLE) return title
  const cut = characters.slice(0, MAX_TITLE).join('')
  const end = cut.lastIndexOf(' ')
  return `${end > MAX_TITLE / 2 ? cut.slice(0, end) : cut}…`
}

/** Returns the questions of a thread with their answers, oldest first. */
async function readEarlier(ctx: AppContext, { user_id, thread_id }: ThreadRecord): Promise<EarlierAnswer[]> {
  const sentences = await listSentences(ctx, user_id, thread_id)
  return (await listAnswers(ctx, user_id, thread_id)).map(({ answer_id, question }) => ({
    question,
    answer: (sentences.get(answer_id) ?? []).map(({ text }) => text).join(' '),
  }))
}

type Writing = {
  readonly thread: ThreadRecord
  readonly answer: AnswerRecord
  readonly question: Question
  readonly read: ReadSources
  readonly earlier: readonly EarlierAnswer[]
}

async function writeAndStore(ctx: AppContext, writing: Writing, { signal, onProgress }: AskOptions): Promise<AskProgress> {
  const { answer, question, read, earlier } = writing
  const thread = toThread(writing.thread)
  const report = (row: AnswerRecord, sentences: readonly StoredSentence[]) => ({
    thread,
    answer: toAnswer(row, sentences, ctx.clock.now()),
  })
  onProgress(report(answer, []))
  try {
    const result = await answerQuestion(ctx, {
      userId: answer.user_id,
      question,
      earlier,
      read,
      signal,
      onProgress: ({ sentences, sources, engine }) => onProgress(report({ ...answer, sources, engine }, sentences.map(toStored))),
    })
    const change = toChange(result)
    const stored = await store(ctx, answer, change, result)
    return report({ ...answer, ...change }, stored)
  } catch (error) {
    await updateAnswer(ctx, answer, { state: signal.aborted ? 'stopped' : 'failed' })
    throw error
  }
}

const toChange = ({ state, engine, noModel, modelFailure, sources, missing, leftOut }: AnswerResult) => ({
  state,
  engine,
  sources,
  missing,
  no_model: noModel,
  failed_model: modelFailure?.model ?? null,
  model_failure: modelFailure?.failure ?? null,
  left_out: leftOut,
})

/** Stores an answer and returns its sentences, without those that cite recordings deleted in the meantime. */
async function store(
  ctx: AppContext,
  key: AnswerKey,
  change: ReturnType<typeof toChange>,
  { sentences }: AnswerResult,
): Promise<StoredSentence[]> {
  return ctx.transaction(async (tx) => {
    const cited = [...new Set(sentences.flatMap(({ citations }) => citations.map(({ fileId }) => fileId)))].toSorted()
    const kept = new Set<string>()
    for (const fileId of cited) if (await lockFileForShare(tx, key.user_id, fileId)) kept.add(fileId)
    const stored = sentences
      .map((sentence, n) => toStored(sentence, n))
      .map((sentence) => ({ ...sentence, citations: sentence.citations.filter(({ file_id }) => kept.has(file_id)) }))
      .filter(({ citations }) => citations.length > 0)
    const speakers = change.engine === null ? {} : await readSpeakers(tx, key.user_id, [...kept])
    if (await updateAnswer(tx, key, { ...change, speakers })) await replaceSentences(tx, key, stored)
    return stored
  })
}
