import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes an index page for the pictures: one part per language, one row per screen, one column per width and theme. */
export async function writeIndexPage(dir: string, findings: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const pictures = (await readdir(dir)).filter((file) => file.endsWith('.png')).map(parsePictureName)
  const languages = [...new Set(pictures.map(({ language }) => language))].toSorted()
  const parts = languages.map((language) => {
    const ofLanguage = pictures.filter((picture) => picture.language === language)
    const rows = [...new Set(ofLanguage.map(({ screen }) => screen))].map(
      (screen) =>
        `<section><h2>${screen}</h2><div>${pictureCells(
          ofLanguage.filter((picture) => picture.screen === screen),
          findings,
        )}</div></section>`,
    )
    return `<h1 id="${language}">${language}</h1>\n${rows.join('\n')}`
  })
  const links = languages.map((language) => `<a href="#${language}">${language}</a>`).join(' ')
  await writeFile(
    join(dir, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Pictures</title>${STYLE}<nav>${links}</nav>${parts.join('\n')}`,
  )
}

const STYLE = `<style>
body { margin: 0 24px 48px; font: 14px/1.5 system-ui; background: #888; color: #fff }
nav { position: sticky; top: 0; padding: 12px 0; background: #888 } a { color: inherit }
div { display: flex; gap: 12px; overflow-x: auto; align-items: start } figure { margin: 0 } img { height: 320px; display: block }
.finding img { outline: 3px solid #d22 } figcaption { max-width: 500px; font-size: 12px }
</style>`

type Picture = ReturnType<typeof parsePictureName>

const VARIANT_ORDER = ['1440-light', '1440-dark', '1024-light', '1024-dark', '390-light', '390-dark']

function parsePictureName(file: string) {
  const [, screen = '', variant = '', language = ''] = /^(.*)-(\d+-(?:light|dark))-(\w+)\.png$/.exec(file) ?? []
  return { file, screen, variant, language }
}

function pictureCells(pictures: readonly Picture[], findings: Readonly<Record<string, readonly string[]>>): string {
  const sorted = pictures.toSorted((a, b) => VARIANT_ORDER.indexOf(a.variant) - VARIANT_ORDER.indexOf(b.variant))
  return sorted
    .map(({ file, variant }) => {
      const findingsHtml = (findings[file] ?? []).map(
        (finding) => `<br>${finding.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}`,
      )
      const picture = `<a href="${file}"><img src="${file}" alt="" loading="lazy"></a>`
      return `<figure${findingsHtml.length > 0 ? ' class="finding"' : ''}>${picture}<figcaption>${variant}${findingsHtml.join('')}</figcaption></figure>`
    })
    .join('')
}
