import type { FastifyInstance, FastifyReply } from 'fastify'
import { READ_ONLY, type RouteSpec } from '#shared/contract.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'
import { RefusalError } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    refuseWhileReadOnly?: (spec: RouteSpec, reply: FastifyReply) => Promise<void>
  }
}

type Disk = Pick<DiskSpace, 'isReadOnly'>

/**
 * While the disk is almost full, adds a header to every response of a contract route and refuses calls that add data. A database
 * without free space stops working for everyone.
 */
export function registerReadOnlyCheck(app: FastifyInstance, disk: Disk): void {
  app.decorate('refuseWhileReadOnly', async (spec, reply) => {
    if (!(await disk.isReadOnly())) return
    void reply.header('x-read-only', '1')
    if (addsData(spec)) throw new RefusalError(READ_ONLY)
  })
}

/** For routes that add data only in some cases. Throws the read-only refusal. */
export async function throwIfReadOnly(disk: Disk): Promise<void> {
  if (await disk.isReadOnly()) throw new RefusalError(READ_ONLY)
}

const addsData = ({ addsData: declared, access, method }: RouteSpec): boolean =>
  declared ?? (access === 'signed-in' && ['POST', 'PUT', 'PATCH'].includes(method))
