/** Routes of the specification that are not built yet. The line of a route is removed when it is built. */
export const unbuiltRoutes: readonly string[] = [
  // A§7 membership, China build
  'GET /membership/pricing',
  'POST /membership/checkout',
  'GET /membership/orders/:id',
  'POST /membership/subscription',
  'GET /membership/subscription',
]
