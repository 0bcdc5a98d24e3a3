"""Recognise what buys, pays, sends, publishes, deletes, signs, installs or grants: from what the control says it does."""

import re

from deskhand.core.action import Action, ActionKind
from deskhand.core.address import split_address

WORDS: dict[str, tuple[str, ...]] = {
    "buy": ("buy", "purchase", "order now", "place order", "place your order", "checkout", "check out", "kaufen",
            "jetzt kaufen", "bestellen", "zahlungspflichtig", "acheter", "commander", "comprar", "pedir", "acquista",
            "ordina", "kopen", "kup", "zamów", "köp", "beställ", "køb", "osta", "koupit", "satın al", "купить",
            "заказать", "купити", "購入", "注文", "购买", "下单", "구매", "주문"),
    "pay": ("pay", "pay now", "make payment", "transfer money", "bezahlen", "zahlen", "überweisen", "payer", "pagar",
            "paga", "betalen", "zapłać", "betala", "betal", "maksa", "zaplatit", "öde", "оплатить", "сплатити", "支払う",
            "付款", "支付", "결제"),
    "send": ("send", "send now", "reply all", "submit payment", "senden", "absenden", "verschicken", "envoyer", "enviar",
             "invia", "verzenden", "versturen", "wyślij", "skicka", "send besked", "lähetä", "odeslat", "gönder",
             "отправить", "надіслати", "送信", "发送", "보내기"),
    "publish": ("publish", "post", "tweet", "share publicly", "veröffentlichen", "publier", "publicar", "pubblica",
                "publiceren", "opublikuj", "publicera", "julkaise", "publikovat", "yayınla", "опубликовать", "公開", "发布",
                "게시"),
    "delete": ("delete", "remove", "erase", "empty trash", "move to trash", "wipe", "format", "löschen", "entfernen",
               "supprimer", "effacer", "eliminar", "borrar", "excluir", "elimina", "verwijderen", "usuń", "ta bort",
               "slet", "poista", "smazat", "sil", "удалить", "видалити", "削除", "删除", "삭제"),
    "sign": ("sign", "sign document", "unterschreiben", "unterzeichnen", "signer", "firmar", "firma", "assinar",
             "ondertekenen", "podpisz", "signera", "allekirjoita", "podepsat", "imzala", "подписать", "署名", "签署", "서명"),
    "install": ("install", "uninstall", "installieren", "installer", "instalar", "installa", "installeren", "zainstaluj",
                "installera", "asenna", "nainstalovat", "yükle", "установить", "インストール", "安装", "설치"),
    "grant": ("allow", "grant", "authorize", "authorise", "accept terms", "give access", "erlauben", "zulassen",
              "genehmigen", "autoriser", "permitir", "autorizar", "consenti", "toestaan", "zezwól", "tillåt", "tillad",
              "salli", "povolit", "izin ver", "разрешить", "許可", "允许", "허용"),
}  # fmt: skip
COMPOSING = re.compile(
    r"(?i)\b(compose|new message|reply|neue nachricht|verfassen|nouveau message|redactar|nuovo messaggio)\b"
)
FILE_MANAGERS = frozenset({"thunar", "nautilus", "org.gnome.nautilus", "dolphin", "pcmanfm", "nemo", "caja"})
SENDING_KEYS = frozenset({"ctrl+Return", "alt+s"})
DELETING_KEYS = frozenset({"Delete", "shift+Delete"})
ACTIVATED = frozenset({"button", "toggle button", "link", "menu item", "check box", "icon", "list item", "page tab"})
_ASIAN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")


def consequence(action: Action) -> str | None:
    """Which of the consequential things an action does ("send", "delete", ...); None when it does none of them."""
    element = action.locator.element
    if action.kind is ActionKind.KEY:
        return key_consequence(action)
    if action.kind is ActionKind.OPEN:
        return url_consequence(action.value)
    if action.kind is not ActionKind.CLICK or element is None or element.role not in ACTIVATED:
        return None
    return named_consequence(element.name)


def named_consequence(name: str) -> str | None:
    """What a control of this name does."""
    words = " ".join(re.findall(r"\w+", name.casefold()))
    if len(words.split()) > 5:
        return None  # a sentence is what it says, not what it does
    for what, signs in WORDS.items():
        for sign in signs:
            if _ASIAN.search(sign) and sign in name:
                return what
            if re.search(rf"(?<!\w){re.escape(sign.casefold())}(?!\w)", words):
                return what
    return None


def key_consequence(action: Action) -> str | None:
    """What a key does, by the window it goes to."""
    if action.value in DELETING_KEYS and action.locator.app in FILE_MANAGERS:
        return "delete"
    if action.value in SENDING_KEYS and COMPOSING.search(action.locator.window):
        return "send"
    return None


def url_consequence(url: str) -> str | None:
    """What opening an address does: some do things when they are merely opened."""
    scheme = split_address(url).scheme
    if scheme in ("mailto", "tel", "sms"):
        return "send"
    return "delete" if re.search(r"[?&/](delete|remove|unsubscribe)\b", url.casefold()) else None
