/** Settings by name, as `postgres -c name=value` takes them. Given at every start, so a new version brings new ones. */
export type PostgresSettings = Readonly<Record<string, string>>

/** How our own PostgreSQL is set up: a socket only, small, and speaking UTC. */
export const postgresSettings = (socketDir: string): PostgresSettings => ({
  listen_addresses: '',
  // A list separated by commas; quoted, so that a folder may have a comma in its name.
  unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
  max_connections: '100',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '',
  log_checkpoints: 'off',
})

/** For tests: quick, and a power cut may lose everything. */
export const carelessSettings: PostgresSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}
