/**
 * What a part of the server tells `start`. Ready comes with the setup link where nobody has an account yet; `final`
 * failures are not worth another try.
 */
export type ToParent = { kind: 'ready'; setupLink: string | null } | { kind: 'failed'; says: string; final: boolean }

/** What `start` tells its parts. */
export type ToRole = { kind: 'stop'; drain: boolean }
