import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

/** Where `npm run dev` finds the server of the API. */
const api = process.env.TURNWISE_API ?? 'http://127.0.0.1:3000'
// The server answers only pages of its own host, so the host of this one is passed on.
const proxied = { target: api, changeOrigin: false }
const target = ['chrome125', 'firefox128', 'safari17.5']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    conditions: ['@turnwise/source', ...defaultClientConditions],
    alias: [
      // Only carousels need it, and a sanitised card has none: 20 kB that nobody would use.
      {
        find: /^swiper(\/.*)?$/,
        replacement: `${import.meta.dirname}/src/cards/without-swiper.ts`
      }
    ]
  },
  build: {
    target,
    cssTarget: target,
    // Small files would become data: URLs, which the content security policy does not let in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'playground.html'].map(page => `${import.meta.dirname}/${page}`)
    },
    manifest: true,
    sourcemap: false
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': proxied, '/health': proxied }
  }
})
