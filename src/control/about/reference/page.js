// Shows the sandbox's own OpenAPI document. Where the sandbox demands its token, asks for it first and sends it along
// with every call under /_sandbox; it is kept until the tab is closed.
/* global SwaggerUIBundle */
const entrance = document.getElementById('entrance')
const problem = document.getElementById('problem')
const typed = document.getElementById('token')
const kept = 'payments-sandbox token'

entrance.addEventListener('submit', (event) => {
  event.preventDefault()
  sessionStorage.setItem(kept, typed.value)
  open()
})
open()

async function open() {
  const token = sessionStorage.getItem(kept)
  const headers = token === null ? {} : { 'x-sandbox-token': token }
  const response = await fetch('/_sandbox/openapi.json', { headers })
  const body = await response.json()
  if (response.ok) return show(body, token)
  entrance.hidden = false
  typed.focus()
  if (token !== null || body.error.code !== 'token_required') problem.textContent = body.error.message
}

function show(spec, token) {
  entrance.hidden = true
  const reference = SwaggerUIBundle({
    spec,
    domNode: document.getElementById('reference'),
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    // The business whose answers the examples are: with the default seed the same calls give the same ids.
    onComplete: () => reference.preauthorizeApiKey('apiKey', 'test_sandbox'),
    // The default asks a public service whether the document is valid.
    validatorUrl: null,
    requestInterceptor(request) {
      const { origin, pathname } = new URL(request.url, location.href)
      if (token !== null && origin === location.origin && pathname.startsWith('/_sandbox/')) {
        request.headers['x-sandbox-token'] = token
      }
      return request
    },
  })
}
