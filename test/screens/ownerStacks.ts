import * as React from 'react'

// In development, React creates an error for each element to record where it was created (measured: a quarter of the time of screen
// tests). It stops after 10,000 per second, and counts them here. Without this counter, tests are only slower.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as { [name: string]: unknown }
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set: () => {},
    configurable: true,
  })
