/** A run of text in one style. `href` is a web address. */
export type Inline = {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly code?: boolean
  readonly strike?: boolean
  readonly href?: string
}

/** A part of a document, for the writers of TXT, HTML, DOCX, PDF, ODT, RTF and EPUB. */
export type Block =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3 | 4; readonly inlines: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly inlines: readonly Inline[]; readonly isFaint?: boolean }
  /** An entry of a list. `level` is 0 for the outermost list. */
  | { readonly type: 'item'; readonly level: number; readonly marker: string; readonly inlines: readonly Inline[] }
  | { readonly type: 'quote'; readonly inlines: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly type: 'rule' }
  /** A paragraph of the transcript. `time` and `speaker` are empty when they are left out. */
  | {
      readonly type: 'speech'
      readonly time: string
      readonly speaker: string
      readonly text: string
      readonly isNotUnderstood: boolean
    }
