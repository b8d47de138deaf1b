import { z } from 'zod'
import { route } from '#kit/contract.ts'
import { FileId, Segment } from '#features/files/contract.ts'

/** Sound longer than this is not transcribed (B§9). */
export const MAX_SECONDS = 18_000

export const transcriptionContract = {
  heard: route({
    method: 'GET',
    path: '/ai/heard/:id',
    access: 'signed-in',
    summary: 'What has been heard so far of a recording being transcribed, from segment number `from`',
    params: z.object({ id: FileId }),
    query: z.object({ from: z.coerce.number().int().min(0).default(0) }),
    reply: z.object({ data: z.object({ segments: z.array(Segment), total: z.number().int() }) }),
  }),
} as const
