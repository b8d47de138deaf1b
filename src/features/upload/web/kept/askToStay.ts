/** Asks the browser not to clear what is kept here when its disk runs low. It decides by itself, and its answer changes nothing. */
export async function askToStay(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // A browser without.
  }
}
