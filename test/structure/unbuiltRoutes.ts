/** Routes of the specification that are not built yet. The line of a route is removed when it is built. */
export const unbuiltRoutes: readonly string[] = [
  // A§7 membership, China build
  'GET /membership/pricing',
  'POST /membership/checkout',
  'GET /membership/orders/:id',
  'POST /membership/subscription',
  'GET /membership/subscription',
  // A§7 membership, global build
  'GET /membership/stripe/v2/prices',
  'POST /membership/stripe/v2/check-sessions',
  'GET /membership/stripe/v2/checkout-sessions/:id',
  'POST /membership/stripe/v2/subscriptions/:id',
  'GET /membership/stripe/v2/invoices/:id',
  'GET /membership/stripe/v2/subscription',
  // B§7 language models
  'GET /summary/models/config',
  'GET /summary/multi/config',
  // B§7 templates
  'POST /summary/community/templates/daily_recommend',
  'POST /summary/community/templates/weekly_recommend',
  'POST /summary/community/templates/mine',
  'POST /summary/community/templates/home',
  'POST /summary/community/templates/create',
  'POST /summary/community/templates/delete',
  'POST /summary/community/templates/recently_used',
  'GET /summary/community/templates/categorys',
  'POST /summary/community/template/edit',
  'GET /summary/chatllm/templates',
  'GET /summary/chatllm/templates/recommend',
  'GET /ai/customtemplates',
  'POST /ai/customtemplates',
  'PATCH /ai/customtemplates/:id',
  'DELETE /ai/customtemplates/:id',
]
