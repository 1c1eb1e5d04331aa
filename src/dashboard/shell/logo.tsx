export function Logo() {
  return (
    <svg class="icon" width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect class="logo-ground" width="32" height="32" rx="9" />
      <path class="logo-mark" d="M9 12h11l-3.5-3.5M23 20H12l3.5 3.5" />
    </svg>
  )
}
