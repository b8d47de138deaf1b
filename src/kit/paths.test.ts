import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('every page of the app has one address, spelled here and nowhere else (A§2)', () => {
  const pages: Record<string, (...words: never[]) => string> = paths
  const words: Record<string, unknown> = {
    file: 'ab 1',
    share: 't/1',
    fileList: { categoryId: 'trash' },
    memberIndex: { from: 'menu' },
  }
  const spelled = Object.entries(pages).map(([name, of]) => `${name}: ${of(...([words[name] ?? {}] as never[]))}`)
  expect(spelled).toMatchSnapshot()
})
