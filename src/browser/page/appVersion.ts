/** The version of this page, sent to the server with requests for its version and settings (A§7). */
export const APP_VERSION: string = import.meta.env.VITE_VERSION
