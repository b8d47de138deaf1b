/** Returns the environment variables of the process. Only this function reads them; other code gets a `Config`. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env
