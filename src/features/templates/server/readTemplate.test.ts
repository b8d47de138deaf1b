import { describe, expect, it } from 'vitest'
import { listLockedTemplates, readTemplate } from '#features/templates/server.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { aSubmission, publishOne, templateServer } from '#test/server/templates.ts'
import { listSystemTemplates } from './system/systemTemplates.ts'

describe('a template for a summary', () => {
  it('of Earshot is in the language of the summary', async () => {
    await using server = await templateServer()
    const { id: userId } = await server.user()
    const template = await readTemplate(server.ctx, { userId, type: 'system', id: 'MEETING', language: 'ja' })
    const { title: name, preamble, sections } = listSystemTemplates('ja_JP').find(({ id }) => id === 'MEETING')!
    expect(template).toEqual({ id: 'MEETING', type: 'system', name, preamble, sections })
  })

  it('of a person has the sections it was written with', async () => {
    await using server = await templateServer()
    const [author, user] = [await server.user('anna'), await server.user('ben')]
    const id = await publishOne(author, author)
    expect(await readTemplate(server.ctx, { userId: user.id, type: 'community', id, language: 'de' })).toMatchObject({
      id,
      type: 'community',
      name: aSubmission.title,
      preamble: 'Write plainly.',
      sections: [
        { heading: 'In short', instruction: 'Three sentences.' },
        { heading: 'Themes', instruction: 'Five at most, with a quote each.' },
      ],
    })
    const { data } = await user.customTemplates.create({ body: { name: 'Poem', content: 'Write a poem.' } })
    const own = await readTemplate(server.ctx, { userId: user.id, type: 'custom', id: data.id, language: undefined })
    expect(own).toMatchObject({ name: 'Poem', sections: [{ heading: 'Poem', instruction: 'Write a poem.' }] })
  })

  it('is refused when it is missing, or the plan does not include it (B§6, B§8: -11, -12, -13)', async () => {
    await using server = await templateServer()
    const [author, user] = [await server.user('anna'), await server.user('ben')]
    const published = await publishOne(author, author)
    const waiting = (await author.templates.create({ body: aSubmission })).data.id
    const own = (await user.customTemplates.create({ body: { name: 'A', content: 'B' } })).data.id
    const [locked = ''] = listLockedTemplates()
    const read = async (type: 'system' | 'community' | 'custom', id: string, userId = user.id) => {
      const template = await readTemplate(server.ctx, { userId, type, id, language: 'en_US' })
      return 'refused' in template ? template.refused : 'read'
    }
    expect(await read('system', 'NOTHING')).toBe('missing')
    expect(await read('system', 'AUTO-SELECT')).toBe('missing')
    expect(await read('custom', 'MEETING')).toBe('missing')
    expect(await read('community', waiting)).toBe('missing')
    expect(await read('custom', own, author.id)).toBe('missing')
    expect([await read('community', published), await read('custom', own), await read('system', locked)]).toEqual(
      Array.from({ length: 3 }, () => 'read'),
    )
    // The author can try a submission that waits.
    expect(await read('community', waiting, author.id)).toBe('read')
    await setMembershipTier(server, user.id, 'starter')
    expect(await read('community', published)).toBe('noLockedPermission')
    expect(await read('system', locked)).toBe('noLockedPermission')
    expect(await read('custom', own)).toBe('noCustomPermission')
    expect(await read('system', 'MEETING')).toBe('read')
  })
})
