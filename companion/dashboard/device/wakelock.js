/**
 * Keeps the screen on where the browser allows it, and says truly whether it does.
 * @typedef {'active'|'insecure'|'missing'|'refused'|'idle'} WakeState
 */
export class WakeLock {
  /** @param {(state: WakeState) => void} onState */
  constructor(onState) {
    this.onState = onState;
    /** @type {WakeState} */
    this.state = 'idle';
    this.lock = null;
  }

  start() {
    document.addEventListener('visibilitychange', () => this._acquire());
    return this._acquire();
  }

  async _acquire() {
    if (document.visibilityState !== 'visible') return;
    if (!window.isSecureContext) {
      this._become('insecure');
      return;
    }
    if (!('wakeLock' in navigator)) {
      this._become('missing');
      return;
    }
    try {
      this.lock = await navigator.wakeLock.request('screen');
      this.lock.addEventListener('release', () => this._become('idle'));
      this._become('active');
    } catch (error) {
      this._become('refused');
    }
  }

  /** @param {WakeState} state */
  _become(state) {
    this.state = state;
    this.onState(state);
  }
}
