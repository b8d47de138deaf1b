import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { templateTryContract } from '#features/templates/contract.ts'
import { generateContract } from './contract.ts'

it('the page of templates calls the try as it is served', () => {
  const [served, called] = [generateContract.tryTemplate, templateTryContract.tryTemplate]
  expect([called.method, called.path, called.refusals]).toEqual([served.method, served.path, served.refusals])
  expect(z.toJSONSchema(called.body)).toEqual(z.toJSONSchema(served.body))
  expect(z.toJSONSchema(called.reply)).toEqual(z.toJSONSchema(served.reply))
})
