import type { HtmlTagDescriptor, IndexHtmlTransformContext, Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { preloadFont } from './preloadFont.ts'

const asset = (fileName: string, name: string) => ({ type: 'asset', fileName, names: [name] }) as unknown as Rolldown.OutputAsset
const bundle = Object.fromEntries(
  [
    asset('assets/inter-latin-ext-wght-normal-a1.woff2', 'inter-latin-ext-wght-normal.woff2'),
    asset('assets/inter-latin-wght-normal-a1.woff2', 'inter-latin-wght-normal.woff2'),
  ].map((part) => [part.fileName, part]),
)

type TransformHtml = { handler: (html: string, context: Partial<IndexHtmlTransformContext>) => HtmlTagDescriptor[] | undefined }

const tagsOf = (built: Rolldown.OutputBundle | undefined, assets?: string) =>
  (preloadFont({ assets }).transformIndexHtml as unknown as TransformHtml).handler('', built ? { bundle: built } : {})

describe('the preload of the text font', () => {
  it('is a CORS request for the latin file', () => {
    expect(tagsOf(bundle)?.map(({ attrs }) => attrs)).toEqual([
      { rel: 'preload', as: 'font', type: 'font/woff2', href: '/assets/inter-latin-wght-normal-a1.woff2', crossorigin: '' },
    ])
  })

  it('comes from the asset host if there is one (A§7)', () => {
    const [tag] = tagsOf(bundle, 'https://files.example.org/earshot') ?? []
    expect(tag?.attrs?.['href']).toBe('https://files.example.org/earshot/assets/inter-latin-wght-normal-a1.woff2')
  })

  it('is left out in development, where no file is built', () => {
    expect(tagsOf(undefined)).toBeUndefined()
  })

  it('throws when the font is not in the build', () => {
    expect(() => tagsOf({})).toThrow(/inter-latin-wght-normal\.woff2/)
  })
})
