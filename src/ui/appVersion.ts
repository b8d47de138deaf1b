/** The version of this page, as the server is told when it is asked for its facts (A§7). */
export const APP_VERSION: string = import.meta.env.VITE_VERSION
