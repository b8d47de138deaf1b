type RetryOptions = {
  /** Whether another attempt may succeed after attempt number `attempt`. Without it, every error is retried. */
  readonly isTemporary?: (error: unknown, attempt: number) => boolean
  /** The maximum number of attempts. Without it, there is no limit. */
  readonly attempts?: number
  /** Waits after a failed attempt; the first attempt is 1. Without it, the action is retried at once. */
  readonly pause?: (attempt: number, error: unknown) => Promise<void>
}

/** Runs an action until it succeeds. Rejects with its error when a retry cannot help or the last attempt has failed. */
export async function retry<T>(
  action: () => Promise<T>,
  { isTemporary = () => true, attempts = Infinity, pause }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action()
    } catch (error) {
      if (attempt >= attempts || !isTemporary(error, attempt)) throw error
      await pause?.(attempt, error)
    }
  }
}
