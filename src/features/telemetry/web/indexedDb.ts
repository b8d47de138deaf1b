const DATABASE = 'earshot'
const OBJECT_STORE = 'kept'

/** Returns a value. Throws if IndexedDB is not available. */
export const readFromIndexedDb = (key: string): Promise<unknown> => withObjectStore('readonly', (store) => store.get(key))

export const writeToIndexedDb = async (key: string, value: string): Promise<void> => {
  await withObjectStore('readwrite', (store) => store.put(value, key))
}

/** Deletes the whole database. It contains only the browser tag. */
export const deleteIndexedDb = (): Promise<unknown> => toPromise(indexedDB.deleteDatabase(DATABASE))

async function withObjectStore<T>(mode: IDBTransactionMode, operation: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const openRequest = indexedDB.open(DATABASE, 1)
  openRequest.onupgradeneeded = () => void openRequest.result.createObjectStore(OBJECT_STORE)
  const database = await toPromise(openRequest)
  try {
    return await toPromise(operation(database.transaction(OBJECT_STORE, mode).objectStore(OBJECT_STORE)))
  } finally {
    database.close()
  }
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error ?? new Error('the database of the browser failed'))
  return promise
}
