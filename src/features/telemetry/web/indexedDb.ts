const DATABASE = 'earshot'
const SHELF = 'kept'

/** Returns a value. Throws if IndexedDB is not available. */
export const readFromIndexedDb = (key: string): Promise<unknown> => onShelf('readonly', (shelf) => shelf.get(key))

export const writeToIndexedDb = async (key: string, value: string): Promise<void> => {
  await onShelf('readwrite', (shelf) => shelf.put(value, key))
}

/** Deletes the whole database. It contains only the browser tag. */
export const deleteIndexedDb = (): Promise<unknown> => answerOf(indexedDB.deleteDatabase(DATABASE))

async function onShelf<T>(mode: IDBTransactionMode, ask: (shelf: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore(SHELF)
  const database = await answerOf(opening)
  try {
    return await answerOf(ask(database.transaction(SHELF, mode).objectStore(SHELF)))
  } finally {
    database.close()
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error ?? new Error('the database of the browser failed'))
  return promise
}
