/** The name of the pane in the address of the settings. */
export const REVIEW_PANE = 'template-review'
