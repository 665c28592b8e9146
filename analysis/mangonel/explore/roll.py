"""The tab of single rolls: every question as a form, its answer under each rule set."""

from __future__ import annotations

from collections.abc import Mapping

from htmltools import Tag, TagList, tags
from shiny import Inputs, Outputs, Session, module, reactive, render, req, ui

from mangonel.errors import MangonelError
from mangonel.explore.answers import answers_brief, answers_html
from mangonel.explore.desk import Desk
from mangonel.explore.question_forms import controls_of, given_in, label_of, usual_of
from mangonel.explore.text_forms import ABOUT, Control, Group, form
from mangonel.explore.wrong import Wrong, wrong_beside, wrong_html, wrong_of
from mangonel.games.question import Question
from mangonel.rules.words import Locale

__all__ = ["page", "serve"]

_TAB, _QUESTION = "roll", "question"


@module.ui
def page(words: Locale) -> Tag:
    """Return the tab as it comes."""
    del words
    return tags.div(
        tags.div(ui.output_ui("questions"), ui.output_ui("values"), class_="choose"),
        tags.div(ui.output_ui("answers"), class_="found", role="region", aria_live="polite"),
        class_="split",
    )


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, desk: Desk) -> None:
    """Serve it."""
    del outputs
    words = desk.words
    kept = dict(desk.start.of(_TAB))
    name = reactive.Value(kept.get(_QUESTION, ""), name="question")

    def chosen() -> Question:
        known = {question.name: question for question in desk.system().questions()}
        shown = [word for line in desk.system().typed.get("odds", ()) for word in line.split() if word in known]
        return known.get(name()) or known[next(iter((*shown, *known)))]

    @render.ui
    def questions() -> Tag:
        desk.game()
        with reactive.isolate():
            system = desk.system()
            choices = [(each.name, words.word("questions", each.name, system.id)) for each in system.questions()]
            control = Control(_QUESTION, words.text("explore.question"), "choice", chosen().name, choices=choices)
            return form(session.ns("which"), (Group("", (control,)),), control.label)

    @reactive.effect
    @reactive.event(inputs.which)
    def _which() -> None:
        asked_for = inputs.which().get(_QUESTION, "")
        if asked_for != chosen().name:
            # Whoever hears of it draws the form anew.
            name.set(asked_for)

    @render.ui
    def values() -> Tag:
        desk.game()
        question = chosen()
        with reactive.isolate():
            controls = controls_of(desk.system(), question, desk.base(), kept, words)
            label = words.word("questions", question.name, desk.system().id)
            return form(session.ns("said"), (Group("", controls),), label, about=question.name)

    def said() -> Mapping[str, str]:
        """Return what is said about the question that is asked; nothing is answered while its form is on its way."""
        values = inputs.said()
        req(values.get(ABOUT) == chosen().name)
        return {name: str(value) for name, value in values.items()}

    @render.ui
    async def answers() -> TagList | Tag:
        question = chosen()
        try:
            given = given_in(question, said())
            shown: TagList | Tag = answers_html(question, given, desk.rule_sets(), words)
            desk.rolled.set(answers_brief(question, given, desk.rule_sets(), words))
            wrong = Wrong("")
        except MangonelError as error:
            wrong = _wrong(error, question, words)
            shown = wrong_html(wrong)
            desk.rolled.set("")
        await session.send_custom_message("wrong", wrong_beside(session.ns("said"), wrong))
        return shown

    @reactive.effect
    def _note() -> None:
        question, values = chosen(), said()
        usual = {parameter.name: usual_of(parameter) for parameter in question.parameters}
        kept.update(values)
        mine = {key: values[key] for key, text in usual.items() if values.get(key, text) != text}
        desk.note(_TAB, {_QUESTION: question.name} | mine)


def _wrong(error: MangonelError, question: Question, words: Locale) -> Wrong:
    names = {parameter.name for parameter in question.parameters}
    return wrong_of(error, words, lambda name: label_of(question, name, words) if name in names else "")
