import { markup, type SafeHtml } from '#platform/http/html.ts'

/** The path of the stylesheet of all pages. */
export const STYLE_PATH = '/sandbox/style.css'

/** Renders a complete page without scripts. */
export const renderPage = (title: string, body: SafeHtml): string =>
  `<!doctype html>${
    markup`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title} · Sandbox</title>
        <link rel="icon" href="/mark.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body>
        <header class="sandbox">SANDBOX - no money moves</header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.text
  }`

/** Renders a page with only a message and a link. */
export const renderNotice = (title: string, text: string, link?: { href: string; label: string }): string =>
  renderPage(title, markup`<p>${text}</p>${link && markup`<p><a class="button" href="${link.href}">${link.label}</a></p>`}`)

/** Renders an error message above a form. */
export const renderProblem = (text: string | undefined): SafeHtml | null =>
  text === undefined ? null : markup`<p class="problem" role="alert" id="problem">${text}</p>`

/** Renders the rows of a description list. */
export const renderRows = (
  rows: readonly (readonly [label: string, value: string])[],
  total?: readonly [string, string],
): SafeHtml =>
  markup`<dl>
    ${rows.map(([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
    ${total && markup`<div class="total"><dt>${total[0]}</dt><dd>${total[1]}</dd></div>`}
  </dl>`

/** Renders a form with one button and hidden fields. */
export const renderButton = (action: string, label: string, fields: Readonly<Record<string, string>>, isMain = false): SafeHtml =>
  markup`<form method="post" action="${action}">
    ${Object.entries(fields).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="${isMain ? 'main' : ''}">${label}</button>
  </form>`
