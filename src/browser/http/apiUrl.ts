/** The base URL of the API, without a trailing slash. A setting of the build (A§7). */
export const API_URL: string = import.meta.env?.VITE_API_URL ?? '/api'
