import { userInfo } from 'node:os'

/** Debian's Python, because its Swift packages are installed only for it. */
export const PYTHON = '/usr/bin/python3'
export const MEMCACHED = '/usr/bin/memcached'

/** The four servers of Swift, in start order. */
export const SERVERS = ['account', 'container', 'object', 'proxy'] as const
export type Server = (typeof SERVERS)[number]
/** `memory` is the port of memcached, which tempauth needs. */
export type Ports = Readonly<Record<Server | 'memory', number>>

/** The credentials of the admin user (tempauth). */
export const ACCESS_KEY = 'test:tester'
export const SECRET_KEY = 'testing'
export const REGION = 'us-east-1'

/** Long timeouts for a busy machine. An object that is not listed in time would be listed only after a repair. */
const TIMEOUTS = 'conn_timeout = 20\nnode_timeout = 60'

/** Returns the configuration files of a Swift that stores everything under `folder`, by file name. */
export function swiftSettings(folder: string, ports: Ports): Record<string, string> {
  const commonSettings = (server: Server) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports[server]}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
log_level = ERROR
container_update_timeout = 60
log_address = ${folder}/no-syslog
`
  const storageSettings = (server: Server) => `${commonSettings(server)}
[pipeline:main]
pipeline = ${server}-server
[app:${server}-server]
use = egg:swift#${server}
${TIMEOUTS}
`
  return {
    'swift.conf': '[swift-hash]\nswift_hash_path_suffix = earshot\nswift_hash_path_prefix = earshot\n',
    'account-server.conf': storageSettings('account'),
    'container-server.conf': storageSettings('container'),
    'object-server.conf': storageSettings('object'),
    'proxy-server.conf': `${commonSettings('proxy')}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth bulk slo dlo proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${TIMEOUTS}
recoverable_node_timeout = 60
# The only one there is: it is never left out for having been slow.
error_suppression_limit = 1000000
# Pages of any origin may send to it and read from it, as an operator would allow their own.
strict_cors_mode = false
cors_expose_headers = etag, content-range, accept-ranges, content-length, content-disposition
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.memory}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
check_bucket_owner = false
cors_preflight_allow_origin = *
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCESS_KEY.replace(':', '_')} = ${SECRET_KEY} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:proxy-logging]
use = egg:swift#proxy_logging
`,
  }
}
