import { describe, expect, it } from 'vitest'
import type { z as zod } from 'zod'
import { z as standIn } from './schemaStandIn.ts'
import { stripContractSchemas } from './stripContractSchemas.ts'

const z = standIn as typeof zod

describe('contracts in the browser build', () => {
  it('accept every zod method', () => {
    const name = z.string().trim().min(1, 'none').pipe(z.email('wrong')).optional()
    const schema = z.looseObject({ name, at: z.coerce.number().int().default(0), one: z.union([z.enum(['a']), z.null()]) })
    expect(() => z.array(schema.partial()).transform((list) => list.length)).not.toThrow()
  })

  it('know the fields of a response, also of an extended one', () => {
    const reply = z.object({ status: z.number() }).extend({ data: z.string() })
    expect(Object.keys(reply.shape)).toEqual(['status', 'data'])
    expect(z.object({}).shape).toEqual({})
  })

  it('throw when a schema is used to parse', () => {
    expect(() => z.string().safeParse('x')).toThrow("the server's")
  })

  it('are transformed by the build plugin, which changes contracts only', () => {
    const { transform } = stripContractSchemas()
    const run = transform as (this: unknown, code: string, id: string) => { code: string } | undefined
    const code = "import { z } from 'zod'\nexport const a = z.string()"
    expect(run.call({}, code, '/x/src/features/files/contract.ts')?.code).toMatch(/schemaStandIn\.ts'\nexport const a/)
    expect(run.call({}, code, '/x/src/features/files/rules.ts')).toBeUndefined()
    const error = () => {
      throw new Error('refused')
    }
    expect(() => run.call({ error }, "import * as z from 'zod'", '/x/src/features/files/contract.ts')).toThrow('refused')
  })
})
