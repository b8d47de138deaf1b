/** Settings by name, as in `postgres -c name=value`. They are passed at every start, so a new version can change them. */
export type PostgresSettings = Readonly<Record<string, string>>

/** Settings of the embedded PostgreSQL: socket only, small, UTC. */
export const postgresSettings = (socketDir: string): PostgresSettings => ({
  listen_addresses: '',
  // A comma-separated list. Quoted, so that a folder may have a comma in its name.
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

/** For tests: fast, but a power failure may lose everything. */
export const carelessSettings: PostgresSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}
