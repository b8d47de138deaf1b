/** One letter. Header fields never hold line breaks: whoever sends takes them out. */
export type Letter = { readonly to: string; readonly subject: string; readonly text: string }

/** How letters leave: through an SMTP server, or, where none is configured, printed in the server's own log. */
export type Mail = {
  readonly delivers: 'mail' | 'log'
  /** Rejects when the letter was not taken; jobs try again. */
  readonly send: (letter: Letter) => Promise<void>
}
