import { render } from 'preact'
import { App } from './app.js'

render(<App />, document.getElementById('page')!)
// Secure origins only; elsewhere the page works, but needs the network.
navigator.serviceWorker?.register('./sw.js').catch(() => undefined)
