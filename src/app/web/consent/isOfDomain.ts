/** Whether a host is the domain or lies below it: `app.example.org` of `example.org`. */
export const isOfDomain = (host: string, domain: string | null): boolean =>
  domain !== null && (host === domain || host.endsWith(`.${domain}`))
