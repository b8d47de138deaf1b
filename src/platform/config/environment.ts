/** The settings the process was started with. The one place that reads them; everything else is handed a `Config`. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env
