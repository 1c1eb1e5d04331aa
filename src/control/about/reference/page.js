// Shows the sandbox's own OpenAPI document. Where the sandbox demands its token, asks for it first and exchanges it for the
// cookie that the page at /_sandbox/ uses, too.
/* global SwaggerUIBundle */
const entrance = document.getElementById('entrance')
const problem = document.getElementById('problem')
const typed = document.getElementById('token')

entrance.addEventListener('submit', async (event) => {
  event.preventDefault()
  const response = await fetch('/_sandbox/session', { method: 'POST', body: JSON.stringify({ token: typed.value }) })
  if (response.ok) return open()
  problem.textContent = (await response.json()).error.message
})
open()

async function open() {
  const response = await fetch('/_sandbox/openapi.json')
  const body = await response.json()
  entrance.hidden = response.ok
  if (response.ok) return show(body)
  typed.focus()
  if (body.error.code !== 'token_required') problem.textContent = body.error.message
}

function show(spec) {
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
  })
}
