/** What a part of the server tells `start`; `final` failures are not worth another try. */
export type ToParent = { kind: 'ready' } | { kind: 'failed'; says: string; final: boolean }

/** What `start` tells its parts. */
export type ToRole = { kind: 'stop'; drain: boolean }
