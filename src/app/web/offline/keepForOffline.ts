import type { Query, QueryClient } from '@tanstack/react-query'
import { Refused, Unreachable } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import { accountHere } from '#ui/accountHere.ts'
import { onReached } from '#ui/reachability.ts'
import { onSignedOut } from '#ui/signedOut.ts'
import { after, now } from '#ui/time.ts'
import type { Stop } from '#ui/time.ts'
import { SHAPE, mayShow, whatItReplaces, whatToDrop } from './keptRules.ts'
import { type Keepable, keepableOf, wholeLibrary } from './keptAnswers.ts'
import type { Entry } from './keptRules.ts'
import { PieceKeeper } from './PieceKeeper.ts'
import { joinPieces } from './libraryPieces.ts'
import { browserShelf } from './Shelf.ts'
import type { Kept, Shelf } from './Shelf.ts'

/** Delay before a response is written, so that the page can render first. Only the last response within this time is written. */
const REST = seconds(1)
/** Delay for a long library, which is not written after every change. */
const LONG_REST = seconds(10)

/**
 * Stores on this device what the signed-in user read last, and shows it with its age when the server cannot be reached, from the
 * first failed attempt. Refetches it as soon as the server answers. Sign-out deletes everything. Returns a function to stop it.
 */
export function keepForOffline(queries: QueryClient, shelf: Shelf = browserShelf()): Stop {
  const keeper = new Keeper(queries, shelf)
  const cache = queries.getQueryCache()
  void keeper.tidy()
  for (const query of cache.getAll()) keeper.look(query)
  const deaf = [
    cache.subscribe((event) => {
      if (event.type !== 'updated') return
      const { query, action } = event
      if (action.type === 'success' && !action.manual) keeper.keepLater(query)
      if (action.type === 'failed' || action.type === 'error') void keeper.answerFor(query, action.error)
    }),
    onSignedOut(() => void keeper.forgetAll()),
    onReached(() => keeper.readAgain()),
  ]
  return () => {
    for (const stop of deaf) stop()
    keeper.stop()
  }
}

class Keeper {
  readonly #queries: QueryClient
  readonly #shelf: Shelf
  readonly #pieces = new PieceKeeper()
  /** By query hash: cancels a pending or running write. */
  readonly #waiting = new Map<string, Stop>()
  readonly #old = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(queries: QueryClient, shelf: Shelf) {
    this.#queries = queries
    this.#shelf = shelf
  }

  /** Handles the state of a query that existed before the subscription. */
  look(query: Query): void {
    const { data, error, fetchFailureReason } = query.state
    if (data !== undefined) this.keepLater(query)
    else void this.answerFor(query, error ?? fetchFailureReason)
  }

  keepLater(query: Query): void {
    const user = accountHere()
    const keepable = keepableOf(query.queryKey)
    if (user === undefined || !keepable) return
    this.#old.delete(query.queryHash)
    this.#waiting.get(query.queryHash)?.()
    this.#waiting.set(
      query.queryHash,
      after(longOf(keepable, query) ? LONG_REST : REST, () => void this.#keep(query, user)),
    )
  }

  async #keep(query: Query, user: string): Promise<void> {
    const { queryHash, queryKey } = query
    const { data, dataUpdatedAt: at } = query.state
    const keepable = keepableOf(queryKey)
    if (!keepable || data === undefined || user !== accountHere()) return
    const keep = this.#keepWhile(queryHash, user)
    const entry = { id: idOf(user, queryHash), user, shape: SHAPE, recording: keepable.recording, at, usedAt: now() }
    const drop = (all: readonly Entry[]) => {
      const library = wholeLibrary(queryKey, data)
      return [
        ...all.filter(({ recording: of }) => library && of !== null && !library.has(of)).map(({ id }) => id),
        ...whatToDrop(all, { user, now: now() }),
      ]
    }
    const long = longOf(keepable, query)
    if (long) return this.#pieces.keep(entry, long, drop, keep)
    const text = JSON.stringify(keepable.slim(data as never))
    await keep({ ...entry, size: text.length }, text, (all) => [...whatItReplaces(all, entry), ...drop(all)])
  }

  /** Returns a `put` that writes only while no newer response is pending and the same user is signed in. */
  #keepWhile(queryHash: string, user: string): Shelf['keep'] {
    let isStopped = false
    this.#waiting.set(queryHash, () => {
      isStopped = true
    })
    const goesOn = () => !isStopped && user === accountHere()
    return async (entry, text, drop) =>
      (await this.#inTurn(async () => goesOn() && this.#shelf.keep(entry, text, (all) => (goesOn() ? drop(all) : undefined)))) ??
      false
  }

  /** Shows the stored response when the server cannot be reached. Deletes it when the server returned 404. */
  async answerFor({ queryKey, queryHash, state }: Query, error: Error | null): Promise<void> {
    const [user, keepable] = [accountHere(), keepableOf(queryKey)]
    if (user === undefined || !keepable) return
    const id = idOf(user, queryHash)
    if (error instanceof Refused && error.httpStatus === 404) return this.#dropGone(id, keepable.recording)
    if (!(error instanceof Unreachable) || state.data !== undefined) return
    const kept = await this.#inTurn(() => this.#shelf.take(id, now()))
    if (!kept || !mayShow(kept.entry, { user: accountHere(), now: now() })) return
    if (this.#queries.getQueryData(queryKey) !== undefined) return
    const answer = answerOf(kept)
    if (answer === undefined) return
    this.#old.add(queryHash)
    this.#queries.setQueryData(queryKey, answer, { updatedAt: kept.entry.at })
  }

  /** Deletes a recording with all its responses. */
  async #dropGone(gone: string, of: string | null): Promise<void> {
    const isGone = ({ id, recording }: Entry) => id === gone || (of !== null && recording === of)
    await this.#inTurn(() => this.#shelf.drop((all) => all.filter(isGone).map(({ id }) => id)))
  }

  /** Refetches the responses that came from the store. */
  readAgain(): void {
    const old = new Set(this.#old)
    if (old.size > 0) void this.#queries.invalidateQueries({ predicate: ({ queryHash }) => old.has(queryHash) })
  }

  /** Deletes data of other users and data that is too old or too large; deletes everything without a signed-in user. */
  async tidy(): Promise<void> {
    const user = accountHere()
    const all = (entries: readonly Entry[]) => whatToDrop(entries, { user, now: now() })
    await this.#inTurn(() => (user === undefined ? this.#shelf.clear() : this.#shelf.drop(all)))
  }

  async forgetAll(): Promise<void> {
    this.stop()
    this.#old.clear()
    this.#pieces.forget()
    await this.#inTurn(() => this.#shelf.clear())
  }

  stop(): void {
    for (const cancel of this.#waiting.values()) cancel()
    this.#waiting.clear()
  }

  /**
   * Runs one task after another, so that no write can follow a deletion out of order. Resolves to undefined when the browser
   * cannot store data (private window, full disk); the page then works with the network only.
   */
  #inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
    const turn = this.#last.then(work).catch(() => undefined)
    this.#last = turn
    return turn
  }
}

const longOf = ({ long }: Keepable, { state: { data } }: Query) => (data === undefined ? undefined : long?.(data as never))

const answerOf = ({ entry: { set }, text, pieces }: Kept): unknown =>
  set === undefined ? JSON.parse(text) : joinPieces(text, pieces)

const idOf = (user: string, queryHash: string): string => `${user} ${queryHash}`
