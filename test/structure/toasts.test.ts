import { describe, expect, it } from 'vitest'
import { listSourceFiles, readText, withoutComments } from './sourceTree.ts'

/** "Toast default 3 seconds (2 seconds in the templates area)" (A§9). The toasts of B§9 that last 2 seconds are those of this area. */
describe('toasts last (A§9, B§9)', () => {
  it('two seconds in the templates area, and three everywhere else', () => {
    const code = new Map(listSourceFiles().map((path) => [path, withoutComments(readText(path))]))
    const files = (pattern: RegExp) =>
      [...code]
        .filter(([path, text]) => path.startsWith('src/') && !path.includes('.test.') && pattern.test(text))
        .map(([path]) => path)
    expect(files(/<ToastMillis\b/)).toEqual(['src/features/templates/web/TemplatesArea.tsx'])
    expect(code.get('src/features/templates/web/TemplatesArea.tsx')).toContain('<ToastMillis value={seconds(2)}>')
    expect(code.get('src/ui/toast/useToast.ts')).toContain('TOAST_MILLIS = seconds(3)')
    expect(files(/<TemplatesArea>/)).toEqual([
      'src/features/templates/web/page/TemplatesPage.tsx',
      'src/features/templates/web/review/ReviewPane.tsx',
    ])
  })
})
