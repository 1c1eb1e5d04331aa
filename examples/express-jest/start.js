const { createShop } = require('./shop.js')

const { PAYMENTS_BASE_URL, PAYMENTS_API_KEY, PAYMENTS_CALLBACK_URL, PORT } = process.env
const shop = createShop({ baseUrl: PAYMENTS_BASE_URL, apiKey: PAYMENTS_API_KEY, callbackUrl: PAYMENTS_CALLBACK_URL })
shop.listen(Number(PORT ?? 3000))
