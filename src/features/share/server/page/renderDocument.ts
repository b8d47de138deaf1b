import { languageTag, type Locale } from '#shared/locales.ts'
import { markup, type SafeHtml } from '#platform/http/html.ts'
import { STYLE } from './style.ts'
import { textsOf, type PageTexts } from './texts.ts'

/** What a page needs besides its content. `nonce` allows its style and script. */
export type PageFrame = { readonly locale: Locale; readonly nonce: string; readonly scriptPath: string }

/** Returns a page with a message. */
export function renderNotice(frame: PageFrame, { title, text, more }: { title: string; text: string; more?: SafeHtml }): string {
  return renderDocument(
    markup`<main class="card">
      <h1>${title}</h1>
      <p>${text}</p>
      ${more}
    </main>`,
    title,
    frame,
    { hasScript: false },
  )
}

/** Returns the page that requests the password; embedded, it links to the page that does. */
export function renderPassword(
  frame: PageFrame,
  { isWrong = false, page, isEmbed = false }: { isWrong?: boolean; page: string; isEmbed?: boolean },
): string {
  const t = textsOf(frame.locale)
  if (isEmbed)
    return renderNotice(frame, { title: t.password_title, text: t.password_text, more: markup`<p>${openLink(page, t)}</p>` })
  const error = isWrong ? markup`<p class="bad" id="wrong" role="alert">${t.password_wrong}</p>` : null
  const more = markup`<form method="post" action="${page}">
    <label for="password">${t.password_label}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="off"
      required
      autofocus
      maxlength="200"
      ${isWrong && markup` aria-invalid="true" aria-describedby="wrong"`}
    />
    ${error}<button class="btn main">${t.password_open}</button>
  </form>`
  return renderNotice(frame, { title: t.password_title, text: t.password_text, more })
}

export const openLink = (page: string, t: PageTexts): SafeHtml =>
  markup`<a class="btn" href="${page}" target="_blank" rel="noopener">${t.open_page}</a>`

/** Returns a complete HTML document with this body. */
export function renderDocument(
  body: SafeHtml,
  title: string,
  { locale, nonce, scriptPath }: PageFrame,
  { hasScript = true } = {},
): string {
  return `<!doctype html>${
    markup`<html lang="${languageTag(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow, noarchive" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · Earshot</title>
        <link rel="icon" href="/mark.svg" type="image/svg+xml" />
        <style nonce="${nonce}">
          ${style}
        </style>
        ${hasScript && markup`<script nonce="${nonce}" src="${scriptPath}" defer></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html>`.text
  }`
}

/** Not escaped, because the style is a constant without markup. */
const style = markup([STYLE] as unknown as TemplateStringsArray)
