import { createRoot } from 'react-dom/client'
import '../look/fonts.css'
import '../look/tokens.css'
import '../look/base.css'
import { Playground } from './playground.tsx'

const root = document.getElementById('root')
if (root === null) throw new TypeError('the page has no root')
createRoot(root).render(<Playground />)
